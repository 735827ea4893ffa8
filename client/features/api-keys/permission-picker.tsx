import { Checkbox } from '@mui/joy'
import { useTexts } from '#client/texts/texts.tsx'
import { permissions } from '#shared/api-keys.ts'
import { actOf, groupPermissions, togglePermission } from './permission-tree.ts'

type Props = { chosen: readonly string[]; onChange: (chosen: string[]) => void; error: string | undefined }

/** Joy sets only the ARIA state; browsers also need the property of the input. */
function setIndeterminate(input: HTMLInputElement | null, isIndeterminate: boolean) {
  if (input) {
    input.indeterminate = isIndeterminate
  }
}

export function PermissionPicker({ chosen, onChange, error }: Props) {
  const { apiKeys: texts } = useTexts()
  const { form } = texts
  const known = permissions.filter((each) => chosen.includes(each))
  const isAll = known.length === permissions.length
  const isPartial = !isAll && known.length > 0
  const others = chosen.filter((each) => !permissions.some((one) => one === each))
  return (
    <fieldset
      className="permissions shrinks unpadded borderless flush"
      aria-invalid={error !== undefined}
      aria-describedby="permissions-help"
    >
      <legend className="unpadded text-13 medium margin-bottom-6">{form.permissions}</legend>
      <div className="permissions-head row spread text-12 text-secondary backdrop-level1 outlined">
        <Checkbox
          size="sm"
          label={form.selectAll}
          checked={isAll}
          indeterminate={isPartial}
          slotProps={{ input: { ref: (input) => setIndeterminate(input, isPartial) } }}
          onChange={() => onChange(isAll ? others : [...permissions, ...others])}
        />
        <span>{form.chosen(known.length, permissions.length)}</span>
      </div>
      {groupPermissions().map(({ name, permissions: some }) => (
        <fieldset
          key={name}
          className="permission-group grid shrinks outlined flush gap-4-8 items-center min-height-44"
          aria-label={texts.groups[name] ?? name}
        >
          <strong className="text-13 medium">{texts.groups[name] ?? name}</strong>
          {some.map((permission) => (
            <Checkbox
              key={permission}
              size="sm"
              label={texts.acts[actOf(permission)] ?? actOf(permission)}
              checked={chosen.includes(permission)}
              onChange={() => onChange(togglePermission(chosen, permission))}
            />
          ))}
        </fieldset>
      ))}
      <p
        id="permissions-help"
        data-wrong={error !== undefined || undefined}
        {...(error && { role: 'alert' })}
      >
        {error ?? form.permissionsHelp}
      </p>
    </fieldset>
  )
}
