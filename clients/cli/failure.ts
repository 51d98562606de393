/** What a person did wrong or has to know, in one sentence that is printed as it is. */
export class Failure extends Error {}

/** A command line that is not understood. */
export class UsageError extends Failure {}

/** There is no sign-in, or it has ended. */
export class NotSignedIn extends Failure {}

/** The service, or what it needs, can't be reached. */
export class Offline extends Failure {}
