import type { FlowConfig, FlowSection, FlowSections } from '#shared/flow-sections.ts'

export type PageProps<Section extends FlowSection> = {
  value: FlowSections[Section]
  onChange: (value: FlowSections[Section]) => void
  /** What is wrong with the field of this path, for instance `settings.chatOpenAI.modelName`. */
  issueOf: (path: string) => string | undefined
  config: FlowConfig
}
