import { CopyLine } from '#client/components/copy-line.tsx'
import { FormField } from '#client/components/form-field.tsx'
import type { FormErrors } from '#client/components/use-form.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { McpAuthConfig } from '#shared/custom-mcp-servers.ts'

type Props = { stored: McpAuthConfig | null | undefined; errors: FormErrors }

/** Most servers register a client by themselves, so its fields are folded away. */
export function OAuthFields({ stored, errors }: Props) {
  const { form: texts } = useTexts().mcpServers
  const { clientId = '', clientSecret = '', scope = '' } = stored ?? {}
  const field = { errors, autoComplete: 'off', spellCheck: false }
  return (
    <>
      <p className="text-13 line-20 text-secondary">{texts.oauthHelp}</p>
      <details open={clientId !== ''}>
        <summary className="text-13 text-accent pressable">{texts.ownClient}</summary>
        <div className="grid gap-20 margin-top-12">
          <div className="grid gap-4">
            <p className="text-12 line-18 text-tertiary">{texts.ownClientHelp}</p>
            <CopyLine
              label={texts.redirect}
              text={new URL('/app/tools/mcp-servers/signed-in', location.origin).href}
            />
          </div>
          <FormField label={texts.clientId} name="clientId" defaultValue={clientId} {...field} />
          <FormField label={texts.clientSecret} name="clientSecret" defaultValue={clientSecret} {...field} />
          <FormField label={texts.scope} name="scope" defaultValue={scope} {...field} />
        </div>
      </details>
    </>
  )
}
