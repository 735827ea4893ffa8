-- Words of index chunks, already folded and stemmed. `part` names the index.
CREATE TABLE "index_words" (
	"rowid" bigint PRIMARY KEY NOT NULL,
	"part" text NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE INDEX "index_words_words" ON "index_words" USING gin ("words");
