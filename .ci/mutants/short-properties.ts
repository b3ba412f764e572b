import fc from 'fast-check';

// Where a second of random inputs finds nothing wrong with a mutant, it has survived: ten thousand of them cannot each take longer.
fc.configureGlobal({ ...fc.readConfigureGlobal(), interruptAfterTimeLimit: 1_000 });
