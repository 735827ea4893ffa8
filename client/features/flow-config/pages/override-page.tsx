import { Input, Switch } from '@mui/joy'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { matches } from '#client/components/fold-text.ts'
import { SettingSwitch } from '#client/components/setting-fields.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { OpenableNode } from '#shared/flow-sections.ts'
import { Example } from '../example.tsx'
import type { PageProps } from '../page-props.ts'
import { OverrideNode } from './override-node.tsx'

export function OverridePage({ value, onChange, config }: PageProps<'overrideConfig'>) {
  const { overrideConfig: texts } = useTexts().flowConfig
  const [query, setQuery] = useState('')
  const { status, nodes, variables } = value
  const shown = config.nodes.map((node) => narrow(node, query)).filter(({ fields }) => fields.length > 0)
  return (
    <>
      <SettingSwitch
        label={texts.switch}
        help={texts.safety}
        checked={status}
        onChange={(checked) => onChange({ ...value, status: checked })}
      />
      {config.nodes.length === 0 ? (
        <p className="setting-help text-12 text-secondary">{texts.noNodes}</p>
      ) : (
        <Input
          size="sm"
          type="search"
          aria-label={texts.search}
          placeholder={texts.search}
          startDecorator={<Search size={15} />}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <div className="override-nodes line-above">
        {shown.map((node) => (
          <OverrideNode
            key={node.label}
            node={node}
            isFound={query.trim() !== ''}
            open={nodes[node.label] ?? []}
            onOpen={(open) => onChange({ ...value, nodes: { ...nodes, [node.label]: open } })}
          />
        ))}
      </div>
      {shown.length === 0 && config.nodes.length > 0 && (
        <p className="setting-help text-12 text-secondary" role="status">
          {texts.noMatch}
        </p>
      )}
      <section>
        <h4 className="config-subhead text-13 line-18 semibold">{texts.variables}</h4>
        <p className="setting-help text-12 text-secondary">
          {config.variables.length > 0 ? texts.variablesHelp : texts.noVariables}
        </p>
        <ul className="override-variables unpadded unlisted margin-6-0-0">
          {config.variables.map((name) => (
            <li key={name}>
              <code className="breaks-anywhere text-secondary">{name}</code>
              <Switch
                size="sm"
                checked={variables.includes(name)}
                slotProps={{ input: { 'aria-label': texts.openVariable(name) } }}
                onChange={({ target }) =>
                  onChange({
                    ...value,
                    variables: config.variables.filter((each) =>
                      each === name ? target.checked : variables.includes(each),
                    ),
                  })
                }
              />
            </li>
          ))}
        </ul>
      </section>
      <Request value={value} nodes={config.nodes} />
    </>
  )
}

function Request({ value, nodes }: { value: PageProps<'overrideConfig'>['value']; nodes: OpenableNode[] }) {
  const { overrideConfig: texts } = useTexts().flowConfig
  const open = nodes.flatMap(({ label, fields }) =>
    fields.filter(({ name }) => value.nodes[label]?.includes(name)),
  )
  const vars = value.variables.map((name) => [name, '…'])
  const sent = {
    ...Object.fromEntries(open.map(({ name, type }) => [name, sampleOf(type)])),
    ...(vars.length > 0 && { vars: Object.fromEntries(vars) }),
  }
  const isClosed = !value.status || Object.keys(sent).length === 0
  return (
    <Example note={isClosed ? texts.closed : texts.request}>
      {!isClosed && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        <pre className="example-code scrolls backdrop-level1 round-sm pad-10-12 code-12" tabIndex={0}>
          {JSON.stringify({ question: '…', overrideConfig: sent }, null, 2)}
        </pre>
      )}
    </Example>
  )
}

function sampleOf(type: string) {
  if (type === 'number') {
    return 0.5
  }
  return type === 'boolean' ? true : '…'
}

function narrow(node: OpenableNode, query: string): OpenableNode {
  if (matches(`${node.label} ${node.kind}`, query)) {
    return node
  }
  return { ...node, fields: node.fields.filter(({ label, name }) => matches(`${label} ${name}`, query)) }
}
