// How the server's process is started, here and where it is measured.

/** Collect sooner and keep less: server/docs/benchmarks.md has the memory after load. */
export const nodeFlags = [
  '--heap-growing-percent=40',
  '--max-semi-space-size=16',
  '--disable-warning=ExperimentalWarning',
]

/** glibc gives every thread an arena of its own and keeps them; two are enough for a process with one busy thread. */
export const nodeEnvironment = { MALLOC_ARENA_MAX: '2' }
