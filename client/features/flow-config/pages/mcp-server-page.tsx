import { Button } from '@mui/joy'
import { trpc } from '#client/api/trpc.ts'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { CopyButton } from '#client/components/copy-button.tsx'
import { CopyLine } from '#client/components/copy-line.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FieldLabel } from '#client/components/form-field.tsx'
import { SettingSwitch, SettingText } from '#client/components/setting-fields.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { Example } from '../example.tsx'
import type { PageProps } from '../page-props.ts'

/** The flow as a tool of other programs' models. The token is created at once, without saving the section. */
export function McpServerPage({ value, onChange, issueOf, config }: PageProps<'mcpServer'>) {
  const { mcpServer: texts } = useTexts().flowConfig
  const { token, isNew, isReplacing, error, replace } = useToken(config.id)
  const errorText = useErrorText()
  const address = `${location.origin}/api/v1/mcp/${config.id}`
  const name = value.toolName || 'flowtill'
  const authorization = `Bearer ${isNew ? token : texts.tokenPlace}`
  const snippet = JSON.stringify(
    { mcpServers: { [name]: { type: 'http', url: address, headers: { Authorization: authorization } } } },
    null,
    2,
  )
  return (
    <>
      <SettingSwitch
        label={texts.switch}
        checked={value.status}
        onChange={(status) => onChange({ ...value, status })}
      />
      <SettingText
        label={texts.toolName}
        help={texts.toolNameHelp}
        name="toolName"
        required={value.status}
        placeholder="ask_museum"
        value={value.toolName}
        onChange={(toolName) => onChange({ ...value, toolName })}
        issue={issueOf('toolName')}
      />
      <SettingText
        label={texts.description}
        help={texts.descriptionHelp}
        name="description"
        required={value.status}
        rows={3}
        value={value.description}
        onChange={(description) => onChange({ ...value, description })}
        issue={issueOf('description')}
      />
      <div className="grid gap-6">
        <FieldLabel label={texts.address} />
        <CopyLine label={texts.address} text={address} />
      </div>
      <div className="stack items-flex-start gap-8">
        {error && <FormBanner>{errorText(error)}</FormBanner>}
        <div className="grid gap-6 full-width">
          <FieldLabel label={texts.token} />
          {isNew && token && <CopyLine label={texts.token} text={token} />}
          <p className="setting-help text-12 text-secondary" role="status">
            {isNew ? texts.tokenNew : token ? texts.tokenSet(token) : texts.tokenMissing}
          </p>
        </div>
        <Button size="sm" variant="outlined" color="neutral" disabled={isReplacing} onClick={replace}>
          {token ? texts.replaceToken : texts.createToken}
        </Button>
      </div>
      <Example title={texts.example} note={texts.note}>
        <pre className="mcp-snippet scrolls-x">{snippet}</pre>
        <div>
          <CopyButton label={texts.copy} text={snippet} />
        </div>
      </Example>
    </>
  )
}

function useToken(id: string) {
  const { mcpServer: texts } = useTexts().flowConfig
  const confirm = useConfirm()
  const utils = trpc.useUtils()
  const known = trpc.mcpServer.get.useQuery({ id })
  const replacing = trpc.mcpServer.replaceToken.useMutation({
    onSuccess: () => utils.mcpServer.get.invalidate({ id }),
  })
  const token = replacing.data?.token ?? known.data?.token

  async function replace() {
    const question = { title: texts.replaceQuestion, description: texts.replaceText }
    if (!token || (await confirm({ ...question, confirmButtonName: texts.replaceToken }))) {
      replacing.mutate({ id })
    }
  }

  return {
    token,
    /** In full, until the page is left. */
    isNew: replacing.data !== undefined,
    isReplacing: known.isPending || replacing.isPending,
    error: known.error ?? replacing.error,
    replace,
  }
}
