/** Connections of requests and work to the database, which bounds what the service can do at once. */
export const usualPoolSize = 10
