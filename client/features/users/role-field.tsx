import { FormControl, FormHelperText, FormLabel, Option, Select } from '@mui/joy'
import { useTexts } from '#client/texts/texts.tsx'
import { selectableRoles } from '#shared/users.ts'

type Choice = (typeof selectableRoles)[number]
type Props = { role: Choice; onChange: (role: Choice) => void }

export function RoleField({ role, onChange }: Props) {
  const { users: texts, shell } = useTexts()
  return (
    <FormControl>
      <FormLabel>{texts.role}</FormLabel>
      <Select value={role} onChange={(_, next) => next && onChange(next)}>
        {selectableRoles.map((each) => (
          <Option key={each} value={each}>
            {shell.roles[each]}
          </Option>
        ))}
      </Select>
      <FormHelperText>{texts.roleHints[role]}</FormHelperText>
    </FormControl>
  )
}
