/** What a statement may take. Its rows are read by a model: more of them would not be understood. */
export const mostRows = 200
export const statementTimeoutMs = 10_000
