import { Skeleton, Typography } from '@mui/joy'
import { Link } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { MovementLine } from './movement-line.tsx'

const SHOWN = 5

export function LastMovements({ billingPath, onLeave }: { billingPath: string; onLeave: () => void }) {
  const { wallet } = useTexts()
  const texts = wallet.movements
  const movements = trpc.wallet.movements.useQuery({ limit: SHOWN })
  return (
    <section className="wallet-movements line-above">
      <div className="wallet-section-head flex spread items-baseline margin-bottom-8">
        <Typography component="h3" level="title-md">
          {texts.title}
        </Typography>
        <Link
          className="text-12 text-accent no-underline underlined-on-hover"
          to={billingPath}
          onClick={onLeave}
        >
          {texts.all}
        </Link>
      </div>
      {movements.isPending && <Skeleton variant="rectangular" height={110} />}
      {movements.isError && !movements.data && <Typography level="body-sm">{texts.failed}</Typography>}
      {movements.data?.items.length === 0 && <Typography level="body-sm">{texts.none}</Typography>}
      <ul className="grid gap-2 unpadded unlisted">
        {movements.data?.items.map((movement) => (
          <MovementLine key={movement.id} movement={movement} />
        ))}
      </ul>
    </section>
  )
}
