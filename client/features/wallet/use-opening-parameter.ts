import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

/** Set to 1 in an address, each opens something of the wallet, wherever one is. */
export const addBalanceParameter = 'add-balance'
export const walletParameter = 'wallet'

/** Does what the address asks for, once, and takes the word out of the address again. */
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
