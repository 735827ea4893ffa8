CREATE TABLE "channel_watches" (
	"channel_id" text PRIMARY KEY NOT NULL,
	"cursor" jsonb,
	"claim_id" text,
	"lease_date" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "channel_chats" ADD COLUMN "sender" text;--> statement-breakpoint
ALTER TABLE "channel_parts" ADD COLUMN "is_automatic" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "channel_watches" ADD CONSTRAINT "channel_watches_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "channel_watches_claim" ON "channel_watches" USING btree ("claim_id");--> statement-breakpoint
CREATE INDEX "channel_chats_sender" ON "channel_chats" USING btree ("channel_id","sender");