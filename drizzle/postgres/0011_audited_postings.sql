CREATE TABLE "unaudited_postings" (
	"posting_id" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "posting_id" text;--> statement-breakpoint
ALTER TABLE "unaudited_postings" ADD CONSTRAINT "unaudited_postings_posting_id_postings_id_fk" FOREIGN KEY ("posting_id") REFERENCES "public"."postings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_posting_id_postings_id_fk" FOREIGN KEY ("posting_id") REFERENCES "public"."postings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "audit_entries_posting" ON "audit_entries" USING btree ("posting_id");