/** How often each service is killed in a run of the benchmark. */
export const KILLS = Number(process.env.PARLANCE_CRASH_KILLS ?? 100);
