import { labelText, nodeText } from '#client/texts/node-texts.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { DeploymentProblem } from '#shared/check-deployment.ts'
import type { Problem } from '#shared/flow-issues.ts'
import { useKinds } from './credential-form/credential-kinds.ts'
import { formatNumber } from './format-money.ts'

/** An issue as a sentence. */
export function useIssueText() {
  const { issues } = useTexts().checklist
  const [language] = useLanguage()
  const { data: kinds } = useKinds()
  return ({ issue: error }: Pick<Problem | DeploymentProblem, 'issue'>): string => {
    switch (error.name) {
      case 'required':
      case 'invalid':
      case 'unlinked':
      case 'lost':
        return issues[error.name](nodeText(error.label))
      case 'addMemory':
        return issues.addMemory(labelText(error.label))
      case 'variable':
      case 'unknownVariable':
        return issues[error.name](nodeText(error.label), error.token)
      case 'switchedOff':
        return issues.switchedOff(nodeText(error.label), labelText(error.source))
      case 'modelGone':
        return issues.modelGone(nodeText(error.label), error.model)
      case 'promptTooLong':
        return issues.promptTooLong(
          formatNumber(error.tokens, language),
          formatNumber(error.window, language),
        )
      case 'credential':
        return issues.credential(kinds?.find(({ name }) => name === error.kind)?.label ?? error.kind)
      case 'unknown':
        return issues.unknown(error.kind)
      case 'componentUnknown':
        return issues.componentUnknown(nodeText(error.label), error.kind)
      case 'componentCredential':
        return issues.componentCredential(
          nodeText(error.label),
          kinds?.find(({ name }) => name === error.kind)?.label ?? error.kind,
        )
      case 'unavailable':
        return issues.unavailable(nodeText(error.label))
      case 'outdated':
        return issues.outdated(error.newest)
      case 'rival':
        return issues.rival(labelText(error.answers))
      case 'notRunnable':
      case 'unpublished':
        return issues[error.name](error.count)
      default:
        return issues[error.name]
    }
  }
}
