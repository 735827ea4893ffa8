ALTER TABLE "channel_events" ADD COLUMN "button_id" text;--> statement-breakpoint
ALTER TABLE "channel_parts" ADD COLUMN "files" jsonb;--> statement-breakpoint
ALTER TABLE "channel_parts" ADD COLUMN "upload_id" text;--> statement-breakpoint
ALTER TABLE "channel_parts" ADD COLUMN "choices" jsonb;