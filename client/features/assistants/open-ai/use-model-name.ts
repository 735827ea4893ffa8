import { useTexts } from '#client/texts/texts.tsx'
import type { Row } from './open-ai-details.ts'

/** Azure credentials name a deployment themselves. */
export function useModelName() {
  const { openAi: texts, custom } = useTexts().assistants
  return ({ model, type }: Row) => model || (type === 'AZURE' ? texts.ownDeployment : custom.noModel)
}
