CREATE TABLE "templates" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"badge" text NOT NULL,
	"usecases" jsonb NOT NULL,
	"type" text NOT NULL,
	"flow_data" text,
	"thumbnail" jsonb NOT NULL,
	"node_count" integer NOT NULL,
	"kinds" jsonb NOT NULL,
	"color" text,
	"icon_src" text,
	"schema" text,
	"func" text,
	"created_date" timestamp (3) with time zone NOT NULL,
	"updated_date" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "templates_user" ON "templates" USING btree ("user_id","updated_date");