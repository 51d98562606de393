/** What a person did wrong or has to know, in one sentence that is printed as it is. */
export class Failure extends Error {}

/** A command line that is not understood. */
export class UsageError extends Failure {}
