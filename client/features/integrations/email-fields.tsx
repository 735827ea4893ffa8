import { FormControl, Option, Select } from '@mui/joy'
import { FieldLabel, FormField } from '#client/components/form-field.tsx'
import { PasswordField } from '#client/components/password-field.tsx'
import type { FormErrors } from '#client/components/use-form.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { guessServers } from './mail-hosts.ts'
import type { Values } from './sandbox-account.ts'

type Props = { values: Values; issues: FormErrors; onChange: (values: Values) => void }

const securities = ['tls', 'starttls', 'none'] as const
const sides = ['imap', 'smtp'] as const

/** A mailbox with its two servers, which are guessed from the address until somebody changes them. */
export function EmailFields({ values, issues, onChange }: Props) {
  const { fields, sheet, mail } = useTexts().integrations
  const labels = fields.email
  const field = (name: keyof typeof labels, required = true) => ({
    ...{ name, label: labels[name], errors: issues, value: values[name] ?? '', required },
    ...{ autoComplete: 'off', spellCheck: false },
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...values, [name]: target.value }),
  })
  function changeAddress(address: string) {
    const isGuessed = Object.entries(guessServers(values.address ?? '')).every(
      ([name, value]) => values[name] === value,
    )
    onChange({ ...values, address, ...((isGuessed || !values.imapHost) && guessServers(address)) })
  }
  return (
    <div className="connect-fields">
      <div data-wide>
        <FormField
          {...field('address')}
          autoFocus
          inputMode="email"
          onChange={({ target }) => changeAddress(target.value.trim())}
        />
      </div>
      <div data-wide>
        <PasswordField {...field('password')} help={`${mail.passwordHelp} ${sheet.encrypted}`} />
      </div>
      {sides.map((side) => (
        <fieldset className="borderless flush unpadded mail-server" key={side} data-wide>
          <legend className="text-13 semibold">{mail[side]}</legend>
          <FormField {...field(`${side}Host`)} />
          <FormField {...field(`${side}Port`)} inputMode="numeric" />
          <FormControl>
            <FieldLabel label={labels[`${side}Security`]} />
            <Select
              value={values[`${side}Security`] ?? 'tls'}
              onChange={(_, value) => onChange({ ...values, [`${side}Security`]: value ?? 'tls' })}
            >
              {securities.map((each) => (
                <Option key={each} value={each}>
                  {mail.securities[each]}
                </Option>
              ))}
            </Select>
          </FormControl>
        </fieldset>
      ))}
      <details className="mail-more" data-wide>
        <summary className="text-13 medium">{mail.more}</summary>
        <div className="grid gap-12 mail-more-fields">
          <FormField {...field('senderName', false)} help={mail.senderHelp} />
          <FormField {...field('user', false)} help={mail.userHelp} />
          <FormField {...field('aliases', false)} help={mail.aliasesHelp} />
        </div>
      </details>
    </div>
  )
}
