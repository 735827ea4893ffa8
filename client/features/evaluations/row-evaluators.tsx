import { Checkbox, FormHelperText, Stack } from '@mui/joy'
import { trpc } from '#client/api/trpc.ts'
import { SettingSwitch } from '#client/components/setting-fields.tsx'
import { useTexts } from '#client/texts/texts.tsx'

type Props = {
  /** Null: those of the data set. */
  chosen: readonly string[] | null
  ofSet: readonly string[]
  onChange: (chosen: string[] | null) => void
}

/** The evaluators of one row: those of the data set, or some of its own. */
export function RowEvaluators({ chosen, ofSet, onChange }: Props) {
  const { evaluations: texts } = useTexts()
  const all = trpc.evaluators.all.useQuery()
  return (
    <Stack sx={{ gap: 2 }}>
      <SettingSwitch
        label={texts.rowEvaluators.ofSet}
        checked={chosen === null}
        onChange={(usesSet) => onChange(usesSet ? null : [...ofSet])}
      />
      {chosen && (
        <Stack role="group" aria-label={texts.rowEvaluators.own} sx={{ gap: 2, pl: 1 }}>
          {all.data?.map(({ id, name, config }) => (
            <Checkbox
              key={id}
              label={
                <>
                  {name} <span className="evaluation-tag">{texts.kinds[config.kind]}</span>
                </>
              }
              checked={chosen.includes(id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
              }
            />
          ))}
          <FormHelperText>
            {all.data?.length === 0 ? texts.noEvaluatorsText : texts.rowEvaluators.help(chosen.length)}
          </FormHelperText>
        </Stack>
      )}
    </Stack>
  )
}
