import { useKinds } from '#client/components/credential-form/credential-kinds.ts'
import { formatNumber } from '#client/components/format-money.ts'
import { labelText, nodeText } from '#client/texts/node-texts.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { Matter } from './use-matters.ts'

/** A line of the checklist as a sentence. */
export function useMatterText() {
  const { faults } = useTexts().checklist
  const [language] = useLanguage()
  const { data: kinds } = useKinds()
  return ({ fault }: Pick<Matter, 'fault'>): string => {
    switch (fault.name) {
      case 'required':
      case 'invalid':
      case 'unlinked':
      case 'lost':
        return faults[fault.name](nodeText(fault.label))
      case 'addMemory':
        return faults.addMemory(labelText(fault.label))
      case 'variable':
      case 'unknownVariable':
        return faults[fault.name](nodeText(fault.label), fault.token)
      case 'switchedOff':
        return faults.switchedOff(nodeText(fault.label), labelText(fault.source))
      case 'modelGone':
        return faults.modelGone(nodeText(fault.label), fault.model)
      case 'promptTooLong':
        return faults.promptTooLong(
          formatNumber(fault.tokens, language),
          formatNumber(fault.window, language),
        )
      case 'credential':
        return faults.credential(kinds?.find(({ name }) => name === fault.kind)?.label ?? fault.kind)
      case 'unknown':
        return faults.unknown(fault.kind)
      case 'outdated':
        return faults.outdated(fault.newest)
      case 'rival':
        return faults.rival(labelText(fault.answers))
      case 'notRunnable':
      case 'unpublished':
        return faults[fault.name](fault.count)
      default:
        return faults[fault.name]
    }
  }
}
