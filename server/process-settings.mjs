// How the server's process is started, here and where it is measured.

/**
 * An answer's objects die young: in a large young generation they do so before a collection copies them, which gives
 * 15 % more answers. Idle, it stays small.
 */
export const nodeFlags = ['--max-semi-space-size=64', '--disable-warning=ExperimentalWarning']

/** glibc gives every thread an arena of its own and keeps them; two are enough for a process with one busy thread. */
export const nodeEnvironment = { MALLOC_ARENA_MAX: '2' }
