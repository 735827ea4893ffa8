import type { TemplateInput } from '#shared/nodes.ts'

/** Where files keep which tab is chosen. */
export function tabKey({ tabIdentifier = '' }: TemplateInput, node: string): string {
  return `${tabIdentifier}_${node}`
}

/** The tab a stored name or the default names, else the first. */
export function chosenTab(
  { tabs = [], default: usual }: TemplateInput,
  stored: unknown,
): TemplateInput | undefined {
  return tabs.find(({ name }) => name === stored) ?? tabs.find(({ name }) => name === usual) ?? tabs[0]
}
