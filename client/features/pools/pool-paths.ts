export type PoolPaths = {
  list: string
  pool: (id: string) => string
  flow: (id: string) => string
  /** For admins. */
  store: (id: string) => string
}
