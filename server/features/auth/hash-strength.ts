/** OWASP's minimum for argon2id: 19 MiB, two passes; about 25 ms off the main thread. */
export const strength = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
