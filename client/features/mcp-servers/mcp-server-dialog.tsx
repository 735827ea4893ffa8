import { Button } from '@mui/joy'
import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FormField } from '#client/components/form-field.tsx'
import { FormFooter } from '#client/components/form-footer.tsx'
import { SegmentedControl } from '#client/components/segmented-control.tsx'
import { type FormErrors, useForm } from '#client/components/use-form.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { type CustomMcpServer, createMcpServerInput, mcpAuthTypes } from '#shared/custom-mcp-servers.ts'
import { type HeaderRow, HeaderRows, readRows, writeRows } from './header-rows.tsx'
import { McpToolsList } from './mcp-tools-list.tsx'
import { OAuthFields } from './oauth-fields.tsx'
import type { ServerActions } from './use-server-actions.tsx'

type Props = {
  /** Undefined for a new one. */
  server: CustomMcpServer | undefined
  actions: ServerActions
  onCreated: (server: CustomMcpServer) => void
  onClose: () => void
}

/** The connection on one side and what it offers on the other. */
export function McpServerDialog({ server, actions, onCreated, onClose }: Props) {
  const { mcpServers: texts, common } = useTexts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const [authType, setAuthType] = useState(server?.authType ?? 'NONE')
  const [rows, setRows] = useState<HeaderRow[]>(() => readRows(server?.authConfig?.headers))
  const [banner, setBanner] = useState<unknown>(null)

  const onError = (error: unknown) => setBanner(form.showServerErrors(error) ? null : error)
  const onSuccess = async (saved: CustomMcpServer) => {
    await utils.customMcpServers.invalidate()
    if (!server) {
      onCreated(saved)
    }
    await actions.connect(saved)
  }
  const create = trpc.customMcpServers.create.useMutation({ onSuccess, onError })
  const update = trpc.customMcpServers.update.useMutation({ onSuccess, onError })
  const isConnecting = server !== undefined && actions.connecting === server.id
  const isBusy = create.isPending || update.isPending || isConnecting

  const form = useForm(
    createMcpServerInput.pick({ name: true, serverUrl: true }).loose(),
    ({ name, serverUrl, clientId, clientSecret, scope }) => {
      setBanner(null)
      const authConfig = {
        ...{ NONE: null, CUSTOM_HEADERS: { headers: writeRows(rows) } },
        OAUTH: readOAuth({ clientId, clientSecret, scope }),
      }[authType]
      const input = { name, serverUrl, authType, authConfig }
      if (server) {
        update.mutate({ id: server.id, ...input })
      } else {
        create.mutate(input)
      }
    },
  )

  async function remove() {
    if (server && (await actions.remove(server))) {
      onClose()
    }
  }

  return (
    <Dialog
      title={server ? texts.form.editTitle(server.name) : texts.form.addTitle}
      size={server ? 'l' : 'm'}
      flush
      onClose={onClose}
      locked={isBusy}
      form={form.handlers}
      footer={
        <FormFooter
          submit={texts.form.save}
          busy={texts.form.saving}
          isBusy={isBusy}
          onCancel={onClose}
          cancel={server && common.close}
        >
          {server && (
            <Button variant="plain" color="danger" disabled={isBusy} onClick={() => void remove()}>
              {common.delete}
            </Button>
          )}
          <span className="pushed-left" />
        </FormFooter>
      }
    >
      <div className={server ? 'mcp-dialog grid grows line-above margin-top-8' : 'line-above margin-top-8'}>
        <div className="mcp-form grid shrinks gap-20 content-start one-column">
          {banner !== null && <FormBanner>{errorText(banner)}</FormBanner>}
          <FormField
            label={texts.form.name}
            name="name"
            defaultValue={server?.name ?? ''}
            errors={form.errors}
            autoComplete="off"
            autoFocus={!server}
            required
          />
          <AddressField server={server} errors={form.errors} />
          <AuthFields
            {...{ server, authType, rows }}
            errors={form.errors}
            onAuthType={setAuthType}
            onRows={setRows}
          />
        </div>
        {server && <McpToolsList server={server} actions={actions} />}
      </div>
    </Dialog>
  )
}

type AuthProps = Pick<Props, 'server'> & {
  authType: CustomMcpServer['authType']
  rows: readonly HeaderRow[]
  errors: FormErrors
  onAuthType: (authType: CustomMcpServer['authType']) => void
  onRows: (rows: HeaderRow[]) => void
}

function AuthFields({ server, authType, rows, errors, onAuthType, onRows }: AuthProps) {
  const { form: texts } = useTexts().mcpServers
  return (
    <>
      <div className="grid gap-8">
        <p className="mcp-label text-primary" aria-hidden="true">
          {texts.auth}
        </p>
        <SegmentedControl
          label={texts.auth}
          value={authType}
          options={mcpAuthTypes.map((each) => ({ value: each, label: texts.authTypes[each] }))}
          onChange={onAuthType}
        />
      </div>
      {authType === 'NONE' && <p className="text-13 line-20 text-secondary">{texts.noAuthHelp}</p>}
      {authType === 'CUSTOM_HEADERS' && <HeaderRows rows={rows} onChange={onRows} />}
      {authType === 'OAUTH' && <OAuthFields stored={server?.authConfig} errors={errors} />}
    </>
  )
}

function AddressField({ server, errors }: Pick<Props, 'server'> & { errors: FormErrors }) {
  const { form: texts } = useTexts().mcpServers
  const programs = trpc.customMcpServers.programs.useQuery()
  const [address, setAddress] = useState(server?.serverUrl ?? '')
  const offered = programs.data ?? []
  return (
    <div className="grid gap-8">
      <FormField
        label={texts.address}
        name="serverUrl"
        value={address}
        onChange={({ target }) => setAddress(target.value)}
        errors={errors}
        help={server?.serverUrl.includes('***') ? texts.hiddenHelp : texts.addressHelp}
        placeholder="https://mcp.example.com/mcp"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      {offered.length > 0 && (
        <div className="grid gap-4">
          <p className="text-12 text-tertiary">{`${texts.programs}. ${texts.programsHelp}`}</p>
          <div className="row wraps gap-8">
            {offered.map((program) => (
              <Button
                key={program.name}
                size="sm"
                variant="outlined"
                color="neutral"
                onClick={() => setAddress(program.address)}
              >
                {program.name}
              </Button>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

/** Only the filled fields, which are texts of the form. */
function readOAuth(fields: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name, value]] : [],
    ),
  )
}
