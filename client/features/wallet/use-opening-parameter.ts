import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

/** Query parameters that open a part of the wallet on any page when set to 1. */
export const addBalanceParameter = 'add-balance'
export const walletParameter = 'wallet'

/** Opens once when the URL parameter is set, then removes the parameter. */
export function useOpeningParameter(name: string, open: () => void) {
  const [parameters, setParameters] = useSearchParams()
  const isRequested = parameters.get(name) === '1'
  const act = useRef(() => {})
  act.current = () => {
    setParameters(
      (before) => {
        const rest = new URLSearchParams(before)
        rest.delete(name)
        return rest
      },
      { replace: true },
    )
    open()
  }
  useEffect(() => {
    if (isRequested) {
      act.current()
    }
  }, [isRequested])
}
