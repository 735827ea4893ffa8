import { Checkbox, FormControl, FormHelperText } from '@mui/joy'
import { trpc } from '#client/api/trpc.ts'
import { useTexts } from '#client/texts/texts.tsx'

type Props = { accepted: boolean; isWrong: boolean; onChange: (accepted: boolean) => void }

export function TermsField({ accepted, isWrong, onChange }: Props) {
  const { terms, termsMissing } = useTexts().auth.register
  const links = trpc.version.get.useQuery().data?.links
  const [before, termsName, between, privacyName, after] = terms

  return (
    <FormControl error={isWrong}>
      <Checkbox
        size="sm"
        checked={accepted}
        onChange={(event) => onChange(event.target.checked)}
        label={
          <>
            {before}
            <a className="text-link" href={links?.terms} target="_blank" rel="noopener noreferrer">
              {termsName}
            </a>
            {between}
            <a className="text-link" href={links?.privacy} target="_blank" rel="noopener noreferrer">
              {privacyName}
            </a>
            {after}
          </>
        }
      />
      {isWrong && <FormHelperText role="alert">{termsMissing}</FormHelperText>}
    </FormControl>
  )
}
