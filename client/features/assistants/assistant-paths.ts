export type AssistantPaths = {
  start: string
  list: string
  openAi: string
  editor: (id: string) => string
  flow: (id: string) => string
}
