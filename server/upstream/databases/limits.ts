/** A model reads the rows, hence the small limits. */
export const maxRows = 200
export const statementTimeoutMs = 10_000
