/** Limits of a statement. A model reads the rows. */
export const maxRows = 200
export const statementTimeoutMs = 10_000
