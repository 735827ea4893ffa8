import { readStored, useStorage, writeStored } from '#client/components/use-storage.ts'

const favouritesKey = 'canvas.favouriteNodes'
const recentsKey = 'canvas.recentNodes'
const most = 5
const none: string[] = []

/** Names of the kinds of node somebody has marked, and of those used last, the latest first. Kept in this browser. */
export function usePaletteMemory() {
  const [favourites, setFavourites] = useStorage(favouritesKey, none)
  const [recents] = useStorage(recentsKey, none)
  return {
    favourites,
    recents,
    toggleFavourite: (name: string) =>
      setFavourites(
        favourites.includes(name) ? favourites.filter((each) => each !== name) : [...favourites, name],
      ),
  }
}

export function rememberUsed(name: string) {
  const before = parseNames(readStored(recentsKey)).filter((each) => each !== name)
  writeStored(recentsKey, JSON.stringify([name, ...before].slice(0, most)))
}

function parseNames(text: string | undefined): string[] {
  try {
    const names: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(names) ? names.map(String) : []
  } catch {
    return []
  }
}
