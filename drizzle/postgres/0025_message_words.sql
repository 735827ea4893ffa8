-- Words of messages, already folded and stemmed. `part` names flow and owner, also among the words.
CREATE SEQUENCE "message_numbers";
--> statement-breakpoint
CREATE TABLE "message_words" (
	"rowid" bigint PRIMARY KEY NOT NULL REFERENCES "messages"("number") ON DELETE CASCADE,
	"part" text NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE INDEX "message_words_words" ON "message_words" USING gin ("words");
