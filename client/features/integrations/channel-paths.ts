export type ChannelPaths = {
  list: string
  channel: (id: string) => string
  flow: (id: string) => string
  flows: string
}
