import { Button } from '@mui/joy'
import { useTexts } from '#client/texts/texts.tsx'

type Query = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }

export function MoreButton({ query }: { query: Query }) {
  const { usage } = useTexts()
  return query.hasNextPage ? (
    <div className="more-row flex pad-12 content-middle">
      <Button
        size="sm"
        variant="outlined"
        color="neutral"
        disabled={query.isFetchingNextPage}
        onClick={() => query.fetchNextPage()}
      >
        {query.isFetchingNextPage ? usage.loadingMore : usage.loadMore}
      </Button>
    </div>
  ) : null
}
