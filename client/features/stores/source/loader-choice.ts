import type { NodeTemplate } from '#shared/nodes.ts'

export const takesSplitter = ({ inputs }: NodeTemplate) => inputs.some(({ type }) => type === 'TextSplitter')

/** For sources that are added without a form. */
export const defaultSplitter = {
  splitterId: 'recursiveCharacterTextSplitter',
  splitterName: 'Recursive Character Text Splitter',
  splitterConfig: { chunkSize: 1_000, chunkOverlap: 200 },
}
