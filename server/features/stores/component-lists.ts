import type { NodeDefinition } from '#server/engine/define-node.ts'
import { describeNode } from '#server/engine/describe-node.ts'
import { AppError } from '#shared/errors.ts'
import type { NodeTemplate } from '#shared/nodes.ts'

export type ComponentKind = 'loaders' | 'splitters' | 'embeddings' | 'vectorstore' | 'recordmanager'

type Offer = { category: string; except: ReadonlySet<string> }

const offers: Record<ComponentKind, Offer> = {
  loaders: {
    category: 'Document Loaders',
    // They read a store or a folder of the server.
    except: new Set(['documentStore', 'vectorStoreToDocument', 'unstructuredFolderLoader', 'folderFiles']),
  },
  splitters: { category: 'Text Splitters', except: new Set() },
  embeddings: { category: 'Embeddings', except: new Set() },
  vectorstore: {
    category: 'Vector Stores',
    // A store in a store, and one that forgets.
    except: new Set(['documentStoreVS', 'memoryVectorStore']),
  },
  recordmanager: { category: 'Record Manager', except: new Set() },
}

/** The nodes that stores can use, as Flowise lists them. */
export function createComponentLists(catalogue: ReadonlyMap<string, NodeDefinition>) {
  const isOffered = ({ name, category, tags = [] }: NodeDefinition, kind: ComponentKind) =>
    category === offers[kind].category && !offers[kind].except.has(name) && !tags.includes('LlamaIndex')

  const listOf = (kind: ComponentKind): NodeTemplate[] =>
    [...catalogue.values()].filter((node) => isOffered(node, kind)).map(describeNode)

  /** Throws INVALID_INPUT for a node of another kind. */
  function requireKind(name: string, kind: ComponentKind): NodeDefinition {
    const node = catalogue.get(name)
    if (!node || !isOffered(node, kind)) {
      throw new AppError(
        'INVALID_INPUT',
        `${node?.label ?? name} is not in the category ${offers[kind].category}.`,
      )
    }
    return node
  }

  return { listOf, requireKind }
}

export type ComponentLists = ReturnType<typeof createComponentLists>
