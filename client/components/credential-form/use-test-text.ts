import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { CredentialTest } from '#shared/credentials.ts'
import { AppError, ERROR_CODES } from '#shared/errors.ts'

export function useTestText() {
  const { form } = useTexts().credentials
  const errorText = useErrorText()
  return (result: CredentialTest): string => {
    switch (result.outcome) {
      case 'works':
        return form.works(result.models)
      case 'refused':
        return form.refused(errorText(new AppError(codeOf(result.code), result.message)))
      case 'unknown':
        return form.unknown
    }
  }
}

function codeOf(code: string): keyof typeof ERROR_CODES {
  return code in ERROR_CODES ? (code as keyof typeof ERROR_CODES) : 'UPSTREAM_FAILED'
}
