import { useRef } from 'react'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { downloadText } from '#client/components/download.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { ChangeCount } from '#shared/flow-diff.ts'
import type { FlowVersion } from '#shared/flow-versions.ts'
import { useSync } from '../draft/sync-store.ts'
import { exportFlow } from '../graph/export-flow.ts'
import type { Graph } from '../graph/flow-graph.ts'
import { kindsOf } from '../store/catalogue.ts'
import type { Naming } from '../store/surface.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import { useComparison } from './comparison.ts'

export function useVersionActions() {
  const { versions, common } = useTexts()
  const store = useCanvasStore()
  const sync = useSync()
  const toasts = useToasts()
  const confirm = useConfirm()
  const comparison = useComparison()
  const promptName = usePromptName()

  async function saveVersion() {
    const { saved: known, history } = store.getState()
    const isFirst = known === undefined
    if (isFirst && history.revision === 0) {
      toasts.info(versions.nothingYet)
    } else if (await promptName('save')) {
      await saveNamed(isFirst)
    }
  }

  async function saveNamed(isFirst: boolean) {
    const saved = await sync.saveVersion()
    if (!saved) {
      reportIfOffline(versions.versionNotSaved, saveVersion)
      return
    }
    const { version: number, isNew, size } = saved
    const naming = { label: versions.nameIt, onClick: () => nameNumber(number) }
    if (isFirst || isNew) {
      toasts.success(describeVersion(number, isFirst ? null : size), naming)
    } else {
      toasts.info(versions.nothingChanged(number), naming)
    }
  }

  const describeVersion = (number: number, size: ChangeCount | null) =>
    size ? versions.versionSavedWith(number, versions.savedSize(size)) : versions.versionSaved(number)

  /** Every other failure has been reported already. */
  function reportIfOffline(text: string, again: () => Promise<void>) {
    if (sync.store.getState().status === 'offline') {
      toasts.error(text, { label: common.tryAgain, onClick: () => void again() })
    }
  }

  function nameNumber(number: number) {
    store.getState().put({ dock: 'versions' })
    comparison.name(String(number))
  }

  async function publish() {
    const blocking = store.getState().problems.filter((problem) => problem.blocking).length
    const agreed =
      blocking === 0 ||
      (await confirm({
        title: versions.publishFaultyTitle(blocking),
        description: versions.publishFaultyText,
        confirmButtonName: versions.publishAnyway,
        danger: true,
      }))
    const isReady = agreed && (await promptName('publish'))
    const number = isReady ? await sync.publish() : undefined
    if (number !== undefined) {
      toasts.success(versions.published(number), {
        label: versions.nameIt,
        onClick: () => nameNumber(number),
      })
    } else if (isReady) {
      reportIfOffline(versions.publishFailed, publish)
    }
  }

  async function publishVersion({ id }: Pick<FlowVersion, 'id'>) {
    const number = await sync.publishVersion(id)
    if (number !== undefined) {
      toasts.success(versions.published(number))
    }
  }

  async function restore({ id, number }: Pick<FlowVersion, 'id' | 'number'>) {
    if (await sync.restore(id)) {
      comparison.choose(undefined)
      toasts.success(versions.restored(versions.short(number)))
    }
  }

  /** Resets the draft to the published version. */
  async function discard() {
    const published = sync.store.getState().head?.published
    const agreed =
      published &&
      (await confirm({
        title: versions.discardTitle(versions.short(published.number)),
        description: versions.discardText,
        confirmButtonName: versions.discardConfirm,
        danger: true,
      }))
    if (published && agreed) {
      await restore(published)
    }
  }

  function exportVersion(graph: Graph, number: number) {
    // The templates define which fields hold secrets.
    store.getState().withTemplates(kindsOf(graph), () => {
      const { graph: current, templates } = store.getState()
      const file = exportFlow(graph, templates)
      const name = versions.copyName(current.name, versions.short(number))
      downloadText(`${name} Chatflow.json`, JSON.stringify(file, undefined, 2))
    })
  }

  return { saveVersion, publish, publishVersion, restore, discard, exportVersion }
}

/** Prompts for a name before the first version of an unnamed flow. Resolves to false when the user cancels. */
function usePromptName() {
  const { agent, canvas } = useTexts()
  const store = useCanvasStore()
  const isRequested = useRef(false)

  return (action: Naming['action']): Promise<boolean> => {
    const { graph, put } = store.getState()
    const isUnnamed = graph.name === canvas.untitled || graph.name === agent.untitled
    if (!isUnnamed || isRequested.current) {
      return Promise.resolve(true)
    }
    return new Promise((resolve) => {
      const onDone = (isNamed: boolean) => {
        isRequested.current = isNamed
        resolve(isNamed)
      }
      put({ naming: { action, onDone } })
    })
  }
}
