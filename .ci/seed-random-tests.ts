import fc from 'fast-check';

// Every property takes the seed of the run, so that the printed command repeats it whichever one failed.
fc.configureGlobal({ seed: Number(process.env.PARLANCE_TEST_SEED) });
