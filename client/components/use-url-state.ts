import { useSearchParams } from 'react-router'

/** Search parameters of the URL as view state: it survives a reload, can be shared and works with Back. */
export function useUrlState() {
  const [params, setParams] = useSearchParams()

  /** Without a value, a parameter is removed from the URL. */
  const change = (changes: Record<string, string | undefined>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changes)) {
          if (value) {
            next.set(name, value)
          } else {
            next.delete(name)
          }
        }
        return next
      },
      { replace: true },
    )

  return { params, change }
}
