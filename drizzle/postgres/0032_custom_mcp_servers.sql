CREATE TABLE "custom_mcp_servers" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"shown_url" text NOT NULL,
	"icon_src" text,
	"color" text,
	"auth_type" text NOT NULL,
	"sealed" text NOT NULL,
	"tools" jsonb NOT NULL,
	"tool_settings" jsonb NOT NULL,
	"status" text NOT NULL,
	"error" text,
	"listed_date" timestamp (3) with time zone,
	"created_date" timestamp (3) with time zone NOT NULL,
	"updated_date" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "custom_mcp_servers" ADD CONSTRAINT "custom_mcp_servers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "custom_mcp_servers_user" ON "custom_mcp_servers" USING btree ("user_id","updated_date");