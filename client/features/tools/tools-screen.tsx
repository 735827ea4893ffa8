import './tools.css'
import { Button } from '@mui/joy'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { FileButton } from '#client/components/file-button.tsx'
import { ListSkeleton } from '#client/components/list-frame.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { SaveTemplateDialog } from '#client/components/save-template-dialog.tsx'
import { Tabs } from '#client/components/tabs.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useUrlState } from '#client/components/use-url-state.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { Tool } from '#shared/tools.ts'
import { freshTool } from './fresh-tool.ts'
import { ToolEditor } from './tool-editor.tsx'
import { readToolFile, type ToolContents } from './tool-file.ts'
import { ToolList } from './tool-list.tsx'
import { useToolActions } from './use-tool-actions.tsx'
import type { Edited } from './use-tool-form.ts'

type Open = { edited: Edited; isFromFile?: boolean }

type Props = {
  /** The second tab, with the button of the page while it is shown. */
  servers: { label: string; action: ReactNode; content: ReactNode }
}

export function ToolsScreen({ servers }: Props) {
  const { tools: texts } = useTexts()
  const { params, change } = useUrlState()
  const tab = params.get('tab') === 'mcp' ? 'mcp' : 'tools'
  const list = trpc.tools.list.useQuery()
  const uses = trpc.tools.uses.useQuery()
  const [open, setOpen] = useState<Open>()
  const [template, setTemplate] = useState<ToolContents>()
  const actions = useToolActions()
  const usesOf = (id: string | undefined) => uses.data?.find((use) => use.id === id)
  const { isEmpty, tools } = read(list.data)
  const add = (
    <Button startDecorator={<Plus size={16} />} onClick={() => setOpen({ edited: freshTool })}>
      {texts.create}
    </Button>
  )

  const customTools = (
    <AsyncView query={list} errorTitle={texts.loadFailed} skeleton={<ListSkeleton />}>
      {() =>
        isEmpty ? (
          <EmptyState
            picture={
              <code className="tool-picture-code text-primary backdrop-level1 round-sm pad-6-10 margin-bottom-16 inline-block">
                return 'order ' + $id
              </code>
            }
            title={texts.emptyTitle}
            text={texts.emptyText}
            action={add}
          />
        ) : (
          <ToolList
            all={tools.map((tool) => ({ ...tool, use: usesOf(tool.id) }))}
            actions={{
              edit: (edited) => setOpen({ edited }),
              duplicate: ({ id: _, ...tool }) =>
                setOpen({ edited: { ...tool, name: texts.copyOf(tool.name) }, isFromFile: false }),
              exportFile: actions.exportFile,
              saveTemplate: setTemplate,
              remove: (row) => void actions.remove(row),
            }}
          />
        )
      }
    </AsyncView>
  )

  async function removeOpen({ id, ...edited }: Edited) {
    if (id !== undefined && (await actions.remove({ ...edited, id }))) {
      setOpen(undefined)
    }
  }

  return (
    <>
      <PageHeader
        title={texts.title}
        text={texts.text}
        action={
          tab === 'mcp' ? (
            servers.action
          ) : (
            <div className="tool-buttons flex wraps gap-8">
              <LoadButton onTool={(edited) => setOpen({ edited, isFromFile: true })} />
              {!isEmpty && add}
            </div>
          )
        }
      />
      <Tabs
        id="tools"
        label={texts.tabs}
        value={tab}
        options={[
          { value: 'tools', label: texts.custom },
          { value: 'mcp', label: servers.label },
        ]}
        onChange={(next) => change({ tab: next === 'mcp' ? 'mcp' : undefined, server: undefined })}
      >
        <div className="tools-panel">{tab === 'mcp' ? servers.content : customTools}</div>
      </Tabs>
      {open && (
        <ToolEditor
          edited={open.edited}
          use={usesOf(open.edited.id)}
          isFromFile={open.isFromFile ?? false}
          onClose={() => setOpen(undefined)}
          onDelete={() => void removeOpen(open.edited)}
          onTemplate={setTemplate}
        />
      )}
      {template && (
        <SaveTemplateDialog
          name={template.name}
          description={template.description}
          read={() => ({ tool: template })}
          onClose={() => setTemplate(undefined)}
        />
      )}
    </>
  )
}

/** Without paging parameters the response is a plain array. */
function read(data: readonly Tool[] | { data: readonly Tool[] } | undefined) {
  const tools = data === undefined ? [] : 'data' in data ? data.data : data
  return { tools, isEmpty: tools.length === 0 }
}

function LoadButton({ onTool }: { onTool: (tool: ToolContents) => void }) {
  const { tools: texts } = useTexts()
  const toasts = useToasts()

  async function load(file: File) {
    const tool = await readToolFile(file)
    if ('issue' in tool) {
      toasts.error(texts.fileFaults[tool.issue])
    } else {
      onTool(tool)
    }
  }

  return (
    <FileButton variant="outlined" color="neutral" label={texts.load} onFile={(file) => void load(file)} />
  )
}
