/** The variable in which code that Stryker has changed looks for the mutant that is on, if nobody told it. */
export const ACTIVE_MUTANT = '__STRYKER_ACTIVE_MUTANT__';
