import { type RefObject, useEffect, useRef } from 'react'
import { paymentMessageSchema } from '#shared/payments.ts'

export type PaymentResult = { isPaid: boolean; message: string | undefined; details?: string | undefined }

/**
 * Accepts messages of our landing page only: same origin, this iframe's window, valid shape, this order. A message
 * only closes the frame and refreshes; the balance always comes from the server.
 */
export function usePaymentMessages(
  frame: RefObject<HTMLIFrameElement | null>,
  orderId: string,
  onResult: (result: PaymentResult) => void,
) {
  const handler = useRef(onResult)
  handler.current = onResult
  useEffect(() => {
    function onMessage({ origin, source, data }: MessageEvent<unknown>) {
      const page = frame.current?.contentWindow
      if (origin !== location.origin || !page || source !== page) {
        return
      }
      const { success, data: message } = paymentMessageSchema.safeParse(data)
      if (success && (message.orderId ?? orderId) === orderId) {
        const { type, message: text, details } = message
        handler.current({ isPaid: type === 'PAYMENT_SUCCESS', message: text, ...(details && { details }) })
      }
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [frame, orderId])
}
