import type { ConfigSection, FlowConfig, FlowSections } from '#shared/flow-sections.ts'

export type PageProps<Section extends ConfigSection> = {
  value: FlowSections[Section]
  onChange: (value: FlowSections[Section]) => void
  /** Error of the field at this path, for instance `settings.chatOpenAI.modelName`. */
  issueOf: (path: string) => string | undefined
  config: FlowConfig
}
