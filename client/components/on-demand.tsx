import { type ComponentType, lazy, Suspense } from 'react'

const waiting: (() => Promise<unknown>)[] = []

/**
 * A component that comes when it is first shown, or with `fetchOnDemand`. What names it draws nothing until then.
 */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  waiting.push(load)
  const Lazy = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>
  return function OnDemand(props: Props) {
    return (
      <Suspense fallback={null}>
        <Lazy {...props} />
      </Suspense>
    )
  }
}

/** Fetches all that will be wanted sooner or later, while there is nothing else to do: it is there also when the net is not. */
export async function fetchOnDemand() {
  for (const load of waiting.splice(0)) {
    await load().catch(() => undefined)
  }
}
