import { trpc } from '#client/api/trpc.ts'
import { formatNumber } from '#client/components/format-money.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { Matter } from './use-matters.ts'

/** A line of the checklist as a sentence. */
export function useMatterText() {
  const { faults } = useTexts().checklist
  const [language] = useLanguage()
  const { data: kinds } = trpc.credentials.kinds.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY })
  return ({ fault }: Pick<Matter, 'fault'>): string => {
    switch (fault.name) {
      case 'required':
      case 'invalid':
      case 'unlinked':
      case 'lost':
      case 'addMemory':
        return faults[fault.name](fault.label)
      case 'variable':
      case 'unknownVariable':
        return faults[fault.name](fault.label, fault.token)
      case 'switchedOff':
        return faults.switchedOff(fault.label, fault.source)
      case 'modelGone':
        return faults.modelGone(fault.label, fault.model)
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
        return faults.rival(fault.answers)
      case 'notRunnable':
      case 'unpublished':
        return faults[fault.name](fault.count)
      default:
        return faults[fault.name]
    }
  }
}
