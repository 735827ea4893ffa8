import './receipt-screen.css'
import { Button } from '@mui/joy'
import { ArrowLeft, Printer } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { ReceiptPaper } from './receipt-paper.tsx'

export function ReceiptScreen({ paymentsPath }: { paymentsPath: string }) {
  const { usage } = useTexts()
  const { paymentId = '' } = useParams()
  const query = trpc.payment.get.useQuery({ id: paymentId })
  const isPaid = query.data?.state === 'paid'
  return (
    <div className="receipt-page centered-x">
      <div className="receipt-actions flex wraps spread gap-12 margin-bottom-20">
        <Button
          component={Link}
          to={paymentsPath}
          variant="plain"
          color="neutral"
          startDecorator={<ArrowLeft size={16} />}
        >
          {usage.receipt.back}
        </Button>
        {isPaid && (
          <Button startDecorator={<Printer size={16} />} onClick={() => print()}>
            {usage.receipt.print}
          </Button>
        )}
      </div>
      <AsyncView query={query} errorTitle={usage.receipt.failed}>
        {(payment) =>
          payment.state === 'paid' ? (
            <ReceiptPaper payment={payment} />
          ) : (
            <EmptyState dashed title={usage.receipt.unpaid} text={usage.receipt.unpaidText} />
          )
        }
      </AsyncView>
    </div>
  )
}
