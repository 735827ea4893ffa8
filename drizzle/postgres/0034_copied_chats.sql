ALTER TABLE "dataset_rows" ADD COLUMN "chat_id" text;--> statement-breakpoint
ALTER TABLE "evaluation_rows" ADD COLUMN "chat_id" text;